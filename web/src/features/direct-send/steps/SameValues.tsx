import Button from "@mui/material/Button";
import { useNavigate } from "react-router-dom";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { handOver } from "../../../sending/handOver.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import { listOfPeople } from "../form/listOfPeople.ts";
import { sameValues } from "../question/sharedValues.ts";
import type { Direct } from "../useDirectSend.ts";

/** Says that several people get the same values, and offers a table with a row for each of them. */
export function SameValues({ direct }: { direct: Direct }) {
  const { form, change, template, values, isBusy } = direct;
  const account = useAccount();
  const navigate = useNavigate();
  const variables = template.data?.parsed_variables ?? [];
  const people = form.recipients.length;
  if (people < 2 || variables.length === 0 || form.templateId === null || !template.data) return null;
  const { templateId, recipients } = form;
  const { dateFormat } = template.data;

  const go = () => {
    handOver(account, {
      templateId,
      list: listOfPeople({ recipients, variables, values, dateFormat }),
      values: Object.fromEntries(values),
      // Left here, they could get the email twice.
      onTaken: () => change({ type: "recipients", recipients: [] }),
    });
    void navigate({ hash: "bulk-send" }, { replace: true });
  };
  return (
    <Notice
      action={
        <Button size="small" onClick={go} disabled={isBusy}>
          Different for each
        </Button>
      }
    >
      {sameValues(people)}.
      {form.files.length > 0 &&
        " The files of step 2.5 stay here: emails with different values have only the template's files."}
    </Notice>
  );
}
