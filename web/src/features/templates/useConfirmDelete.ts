import { useConfirm } from "../../components/Confirm.tsx";

/** The question before a template is deleted, asked with its name and how many files it has. */
export function useConfirmDelete() {
  const confirm = useConfirm();
  return (name: string, files: number) => {
    const what = files === 0 ? "" : files === 1 ? " and its attachment" : ` and its ${files} attachments`;
    return confirm({
      title: "Delete this template?",
      text: `"${name}"${what} will be deleted. This cannot be undone.`,
      action: "Delete template",
    });
  };
}
