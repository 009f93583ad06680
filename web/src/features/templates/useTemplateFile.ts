import { useMutation } from "@tanstack/react-query";
import { type DragEvent, useRef, useState } from "react";
import { useToast } from "../../components/Toasts.tsx";
import { useLimits } from "../../data/configQuery.ts";
import type { OpenedTemplate } from "../../data/templateFile.ts";
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

  const read = async (files: readonly File[]) => {
    if (files.length === 0 || isReading || isBusy) return;
    if (isFull) return refuse(templatesFull(most));
    setReading(true);
    try {
      const { openTemplate } = await lateCode();
      const names = templates.map(({ name }) => name);
      const opened = await openTemplate(files, names, limits);
      if (isBusyNow.current) refuse("Close the editor, then open the file again.");
      else onOpen(opened);
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
