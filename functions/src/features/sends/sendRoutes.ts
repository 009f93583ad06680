import type { Endpoint } from "@sendwright/core/contract/endpoint";
import { findPerson } from "@sendwright/core/contract/findPerson";
import * as calls from "@sendwright/core/contract/sendCalls";
import * as contract from "@sendwright/core/contract/sends";
import { type Call, fileRoute, type Handler, type Route, route } from "../../http/route.ts";
import { accept } from "./accept/accept.ts";
import { planBulk } from "./accept/planBulk.ts";
import { planDirect, planTest } from "./accept/planDirect.ts";
import * as control from "./control/control.ts";
import type { Engine } from "./engine.ts";
import { findPerson as personFound } from "./present/findPerson.ts";
import { findReceived, showCorrections } from "./present/presentReceived.ts";
import { listSends, showMail, showPicture, showSend } from "./present/show.ts";

/** The routes of the calls about sends; `engineNow` is asked for the engine in each call. */
export function sendRoutes(engineNow: () => Engine): Route[] {
  const on = <E extends Endpoint>(
    endpoint: E,
    answer: (engine: Engine, call: Call<E>) => ReturnType<Handler<E>>,
  ): Route => route(endpoint, (call) => answer(engineNow(), call));
  return [
    on(calls.sendDirect, (engine, call) =>
      accept(engine, call, () => planDirect(call.user, call.input, call.files)),
    ),
    on(calls.sendBulk, (engine, call) =>
      accept(engine, call, () => planBulk(call.user, call.input, call.files, engine.now())),
    ),
    on(calls.testSend, (engine, call) =>
      accept(engine, call, () => planTest(call.user, call.input, call.files)),
    ),
    on(contract.listSends, (engine, { user, input }) =>
      listSends(engine, user.uid, input.before, input.only),
    ),
    on(contract.getSend, (engine, { user, input }) =>
      showSend(engine, user.uid, input.id, input.after ?? null),
    ),
    on(contract.getSendMail, (engine, { user, input }) =>
      showMail(engine, user.uid, input.id, input.row ?? 1),
    ),
    fileRoute(contract.getSendPicture, async ({ user, input }, begin) => {
      const { content, contentType } = await showPicture(
        engineNow(),
        user.uid,
        input.id,
        input.name,
      );
      begin(contentType, input.name).end(content);
    }),
    on(contract.findReceived, (engine, { user, input }) => findReceived(engine, user.uid, input)),
    on(findPerson, (engine, { user, input }) => personFound(engine, user.uid, input.address)),
    on(contract.getCorrections, (engine, { user, input }) =>
      showCorrections(engine, user.uid, input),
    ),
    on(contract.pauseSend, (engine, { user, input }) => control.pause(engine, user.uid, input.id)),
    on(contract.resumeSend, (engine, { user, input }) =>
      control.resume(engine, user.uid, input.id),
    ),
    on(contract.cancelSend, (engine, { user, input }) =>
      control.cancel(engine, user.uid, input.id, input.only),
    ),
    on(contract.undoSend, (engine, { user, input }) => control.undo(engine, user.uid, input.id)),
    on(contract.moveSend, (engine, { user, input }) =>
      control.move(engine, user.uid, input.id, input.start_at),
    ),
    on(contract.retrySend, (engine, { user, input }) =>
      control.retry(engine, user.uid, input.id, input.rows ?? null, input.received),
    ),
    on(contract.deleteSend, (engine, { user, input }) =>
      control.remove(engine, user.uid, input.id),
    ),
  ];
}
