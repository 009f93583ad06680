import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId } from "react";
import { useLimits } from "../../data/config.ts";
import styles from "./Help.module.css";
import { CsvHelp, LimitsHelp, TroubleHelp } from "./helpOnLists.tsx";
import { SendingHelp, WhenHelp } from "./helpOnSending.tsx";
import { PlaceholderHelp, SignInHelp, TemplateHelp } from "./helpOnWriting.tsx";

const CHAPTERS = [
  { key: "sign-in", title: "Signing in", Text: SignInHelp },
  { key: "templates", title: "Templates", Text: TemplateHelp },
  { key: "placeholders", title: "Placeholder types", Text: PlaceholderHelp },
  { key: "sending", title: "Sending", Text: SendingHelp },
  { key: "when", title: "Scheduling and Undo", Text: WhenHelp },
  { key: "csv", title: "CSV tips", Text: CsvHelp },
  { key: "limits", title: "Attachments and limits", Text: LimitsHelp },
  { key: "trouble", title: "Troubleshooting", Text: TroubleHelp },
];

/** The guide: every topic, with a small picture. */
export default function HelpGuide({ open, onClose }: { open: boolean; onClose: () => void }) {
  const id = useId();
  const limits = useLimits();
  const isPhone = useMediaQuery("(width < 600px)");
  const jump = (key: string) => document.getElementById(`${id}-${key}`)?.focus();

  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={`${id}-title`}
      data-guide
    >
      <DialogTitle id={`${id}-title`}>How Sendwright works</DialogTitle>
      <DialogContent dividers className={styles.content ?? ""}>
        <nav aria-label="Chapters" className={styles.chapters}>
          {CHAPTERS.map(({ key, title }) => (
            <button key={key} type="button" className={styles.jump} onClick={() => jump(key)}>
              {title}
            </button>
          ))}
        </nav>
        <div className={styles.text}>
          {CHAPTERS.map(({ key, title, Text }) => (
            <section key={key} className={styles.chapter} aria-labelledby={`${id}-${key}`}>
              <h3 id={`${id}-${key}`} tabIndex={-1}>
                {title}
              </h3>
              <Text limits={limits} />
            </section>
          ))}
          <p className={styles.version}>Sendwright v3.0</p>
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
