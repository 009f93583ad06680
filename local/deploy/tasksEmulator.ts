/**
 * firebase-tools' own Cloud Tasks emulator in a process of its own: the CLI starts it only together with the Functions emulator, whose
 * functions would be another copy of the ones on trial. Environment: PORT.
 */
import { EmulatorRegistry } from "firebase-tools/lib/emulator/registry.js";
import { TasksEmulator } from "firebase-tools/lib/emulator/tasksEmulator.js";

await EmulatorRegistry.start(new TasksEmulator({ host: "127.0.0.1", port: Number(process.env.PORT) }));
process.once("SIGTERM", () => process.exit(0));
