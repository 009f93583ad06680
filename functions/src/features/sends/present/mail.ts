import type { SendMail } from "@sendwright/core/contract/sends";
import { notHere } from "../../../http/route.ts";
import { prepareMail } from "../../../mail/prepareMail.ts";
import { dateOrdersOf } from "../../../store/sends/read.ts";
import { readRow } from "../../../store/sends/readRows.ts";
import type { Engine } from "../engine.ts";
import { findSend } from "../maintenance/wake.ts";
import { snapshotOf } from "./snapshot.ts";

/**
 * The email to a row of a send, rendered by the code that sends, with missing values marked. Throws `not_found`, and
 * `wrong_state` once the data has been deleted.
 */
export async function showMail(engine: Engine, uid: string, key: string, n: number): Promise<SendMail> {
  const send = await findSend(engine, uid, key);
  const [snapshot, row] = await Promise.all([snapshotOf(send), readRow(send.id, n)]);
  if (!row) throw notHere();
  const { templateId = null, subject, body, dateFormat, timeFormat, files } = snapshot;
  const values = snapshot.variables.map((name, i) => [name, row.values[i] ?? ""] as const);
  const prepared = prepareMail({ subject, body, dateFormat, timeFormat });
  const mail = prepared.render(new Map(values), { mark: true, dateOrders: dateOrdersOf(snapshot) });
  return {
    success: true,
    recipient: row.to,
    rendered_subject: mail.subject,
    rendered_body_html: mail.html,
    rendered_text: mail.text,
    variables: Object.fromEntries(values),
    mail: {
      ...{ template_id: templateId, subject, body, dateFormat, timeFormat },
      files: files.map(({ filename: name, size }) => ({ name, size })),
    },
  };
}
