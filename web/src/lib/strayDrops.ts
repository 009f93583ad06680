/** A browser opens a file that is dropped beside a picker, and the page with all that was written is gone: here it does not. */
export function refuseStrayDrops(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
  return () => {
    window.removeEventListener("dragover", refuse);
    window.removeEventListener("drop", refuse);
  };
}
