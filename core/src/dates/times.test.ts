import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTime } from "./times.ts";

describe("formatTime", () => {
  it.each([
    ["14:30", "2:30 PM", "14:30"],
    ["14:30:00", "2:30 PM", "14:30"],
    ["2:30 PM", "2:30 PM", "14:30"],
    ["2:30PM", "2:30 PM", "14:30"],
    ["2pm", "2:00 PM", "14:00"],
    ["2 p.m.", "2:00 PM", "14:00"],
    ["12:05 am", "12:05 AM", "00:05"],
    ["12 pm", "12:00 PM", "12:00"],
    ["0:00", "12:00 AM", "00:00"],
    ["9:05", "9:05 AM", "09:05"],
    ["09:05", "9:05 AM", "09:05"],
    ["23:59:59", "11:59 PM", "23:59"],
    [" 2:30\u202fPM ", "2:30 PM", "14:30"],
    ["19:00 Uhr", "7:00 PM", "19:00"],
    ["19.30 Uhr", "7:30 PM", "19:30"],
    ["9 Uhr", "9:00 AM", "09:00"],
    ["18h30", "6:30 PM", "18:30"],
    ["8 h", "8:00 AM", "08:00"],
  ])("writes %j as %s and %s", (value, twelve, twentyFour) => {
    expect(formatTime(value, "12hr")).toEqual({ text: twelve, recognized: true });
    expect(formatTime(value, "24hr")).toEqual({ text: twentyFour, recognized: true });
  });

  it.each([
    "",
    "14",
    "noon",
    "24:00",
    "12:60",
    "12:00:60",
    "13pm",
    "0 am",
    "0:30 am",
    "2:5",
    "2:30 xm",
    "-1:00",
    "2:30 PMx",
    "1:2:3",
    "19.30",
    "24 Uhr",
    "19.60 Uhr",
    "25h",
    "18h5",
  ])("leaves %j as it is", (value) => {
    expect(formatTime(value, "12hr")).toEqual({ text: value, recognized: false });
  });

  it("reads again, as the same minute, what it wrote in either format", () => {
    return fc.assert(
      fc.property(fc.nat(23), fc.nat(59), (hour, minute) => {
        const clock = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        expect(formatTime(formatTime(clock, "12hr").text, "24hr").text).toBe(clock);
      }),
    );
  });
});
