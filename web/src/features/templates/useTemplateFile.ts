import { copyName } from "@sendwright/core/check/copyName";
import type { TemplateFields } from "@sendwright/core/contract";
import { useMutation } from "@tanstack/react-query";
import { type DragEvent, useRef, useState } from "react";
import { useToast } from "../../components/Toasts.tsx";
import { useLimits } from "../../data/configQuery.ts";
import { templatesFull, useTemplateRoom, useTemplates } from "../../data/templateQueries.ts";
import { errorMessage } from "../../lib/errorMessage.ts";

/** Zips take code that few visits need. */
const lateCode = () => import("../../data/templateFile.ts");

/** Downloads a template as a file. */
export function useDownloadTemplate() {
  return useMutation({
    mutationFn: async (id: string) => (await lateCode()).downloadTemplate(id),
  });
}

/** A template from a file, for the editor. */
export interface OpenedTemplate {
  starter: TemplateFields;
  files: readonly File[];
  /** What to say about it; null for nothing. */
  note: string | null;
}

/** How long a sentence about a file that can't be opened stays, milliseconds. */
const REFUSED_MS = 15_000;
const ABOUT = "template file";

/**
 * Opens template files, chosen or dropped, one at a time: `onOpen` gets the template. Nothing opens
 * while `isBusy`, because that would replace the content of the editor.
 */
export function useTemplateFile(onOpen: (opened: OpenedTemplate) => void, isBusy: boolean) {
  const toast = useToast();
  const limits = useLimits();
  const { isFull, most } = useTemplateRoom();
  const { data: templates = [] } = useTemplates();
  const [isReading, setReading] = useState(false);
  const isBusyNow = useRef(isBusy);
  isBusyNow.current = isBusy;
  const refuse = (text: string) =>
    toast(text, { variant: "danger", about: ABOUT, duration: REFUSED_MS });

  const named = (name: string): Pick<OpenedTemplate, "note"> & { name: string } => {
    if (!templates.some((other) => other.name === name)) return { name, note: null };
    return {
      name: copyName(name, limits),
      note: `You already have a template “${name}”, so this one has another name.`,
    };
  };
  const read = async (files: readonly File[]) => {
    const [file, second] = files;
    if (!file || isReading || isBusy) return;
    if (isFull) return refuse(templatesFull(most));
    if (second) return refuse("You can open one template file at a time.");
    setReading(true);
    try {
      const { fields, files: added } = await (await lateCode()).openTemplate(file, limits);
      const { name, note } = named(fields.name);
      if (isBusyNow.current) refuse("Close the editor, then open the file again.");
      else onOpen({ starter: { ...fields, name }, files: added, note });
    } catch (error) {
      refuse(errorMessage(error));
    } finally {
      setReading(false);
    }
  };
  return { isReading, isFull, read: (files: readonly File[]) => void read(files) };
}

/** Takes files that are dropped on an element. */
export function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return { isOver, zone: { onDragOver: over, onDragLeave: leave, onDrop: drop } };
}
