import type * as calls from "../../contract/sendCalls.ts";
import type * as contract from "../../contract/sends.ts";
import type { Handler } from "../../http/route.ts";
import { accept } from "./accept/accept.ts";
import { planBulk } from "./accept/planBulk.ts";
import { planDirect, planTest } from "./accept/planDirect.ts";
import * as control from "./control/control.ts";
import { type Engine, realEngine } from "./engine.ts";
import { showMail } from "./present/mail.ts";
import { listSends, showSend } from "./present/show.ts";

/** Takes the engine (given anew for each call); gives what answers the calls about sends. */
export function sendHandlers(engineNow: () => Engine) {
  /** `POST /api/send` */
  const direct: Handler<typeof calls.sendDirect> = (call) =>
    accept(engineNow(), call, () => planDirect(call.user, call.input, call.files));

  /** `POST /api/send-bulk` */
  const bulk: Handler<typeof calls.sendBulk> = (call) => {
    const engine = engineNow();
    return accept(engine, call, () => planBulk(call.user, call.input, call.files, engine.now()));
  };

  /** `POST /api/test-send` */
  const test: Handler<typeof calls.testSend> = (call) =>
    accept(engineNow(), call, () => planTest(call.user, call.input));

  /** `GET /api/sends` */
  const list: Handler<typeof contract.listSends> = ({ user, input }) =>
    listSends(engineNow(), user.uid, input.before ?? null, input.only);

  /** `GET /api/sends/{id}` */
  const get: Handler<typeof contract.getSend> = ({ user, input }) =>
    showSend(engineNow(), user.uid, input.id, input.after ?? null);

  /** `POST /api/sends/{id}/pause` */
  const pause: Handler<typeof contract.pauseSend> = ({ user, input }) => control.pause(engineNow(), user.uid, input.id);

  /** `POST /api/sends/{id}/resume` */
  const resume: Handler<typeof contract.resumeSend> = ({ user, input }) =>
    control.resume(engineNow(), user.uid, input.id);

  /** `POST /api/sends/{id}/cancel` */
  const cancel: Handler<typeof contract.cancelSend> = ({ user, input }) =>
    control.cancel(engineNow(), user.uid, input.id);

  /** `POST /api/sends/{id}/undo` */
  const undo: Handler<typeof contract.undoSend> = ({ user, input }) => control.undo(engineNow(), user.uid, input.id);
  /** `POST /api/sends/{id}/move` */
  const move: Handler<typeof contract.moveSend> = ({ user, input }) =>
    control.move(engineNow(), user.uid, input.id, input.start_at);

  /** `POST /api/sends/{id}/retry` */
  const retry: Handler<typeof contract.retrySend> = ({ user, input }) =>
    control.retry(engineNow(), user.uid, input.id, input.rows ?? null);

  /** `DELETE /api/sends/{id}` */
  const remove: Handler<typeof contract.deleteSend> = ({ user, input }) =>
    control.remove(engineNow(), user.uid, input.id);

  /** `GET /api/sends/{id}/mail` */
  const mail: Handler<typeof contract.getSendMail> = ({ user, input }) =>
    showMail(engineNow(), user.uid, input.id, input.row ?? 1);

  return { direct, bulk, test, list, get, mail, pause, resume, cancel, undo, move, retry, remove };
}

export type SendHandlers = ReturnType<typeof sendHandlers>;

/** What answers the calls about sends, in the real world. */
export const sends = sendHandlers(realEngine);
