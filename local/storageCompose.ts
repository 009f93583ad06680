import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import gcloud from "firebase-tools/lib/emulator/storage/apis/gcloud.js";
import { CloudStorageObjectMetadata } from "firebase-tools/lib/emulator/storage/metadata.js";

/** The parts of firebase-tools' Storage emulator that we use. */
interface Emulator {
  adminStorageLayer: {
    getMetadata(bucket: string, object: string): object | undefined;
    getBytes(bucket: string, object: string): Buffer;
    uploadObject(upload: object): Promise<object>;
  };
  uploadService: {
    startResumableUpload(request: object): { id: string };
    continueResumableUpload(id: string, bytes: Buffer): void;
    finalizeResumableUpload(id: string): object;
  };
}

type HttpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (cause?: unknown) => void,
) => void;

const COMPOSE = /^(?:\/storage\/v1)?\/b\/([^/]+)\/o\/([^/]+)\/compose(?:\?|$)/;
/** As many sources as Cloud Storage takes. */
const MAX_SOURCES = 32;

/**
 * Adds `objects.compose` to the Storage emulator, which lacks it: joins up to 32 objects of a
 * bucket into one, which may be one of them. Call it before the emulator starts.
 */
export function addCompose(): void {
  const create: (emulator: Emulator) => HttpHandler = gcloud.createCloudEndpoints;
  gcloud.createCloudEndpoints = (emulator: Emulator): HttpHandler => {
    const others = create(emulator);
    return (request, response, next) => {
      const [, bucket, object] =
        (request.method === "POST" && COMPOSE.exec(request.url ?? "")) || [];
      if (bucket === undefined || object === undefined) return others(request, response, next);
      compose(emulator, decodeURIComponent(bucket), decodeURIComponent(object), request).then(
        ([status, body]) => {
          response
            .writeHead(status, { "content-type": "application/json" })
            .end(JSON.stringify(body));
        },
        next,
      );
    };
  };
}

interface ComposeRequest {
  destination?: object;
  sourceObjects?: { name: string }[];
}

async function compose(
  { adminStorageLayer: layer, uploadService: uploads }: Emulator,
  bucketId: string,
  objectId: string,
  request: IncomingMessage,
): Promise<[status: number, body: object]> {
  const { destination = {}, sourceObjects = [] } = (await readJson(request)) as ComposeRequest;
  const refused = (code: number, message: string): [number, object] => [
    code,
    { error: { code, message } },
  ];
  if (sourceObjects.length < 1 || sourceObjects.length > MAX_SOURCES)
    return refused(
      400,
      `The number of source components (${sourceObjects.length}) must be 1 to ${MAX_SOURCES}.`,
    );
  const missing = sourceObjects.find(({ name }) => !layer.getMetadata(bucketId, name));
  if (missing) return refused(404, "Object not found.");
  const { authorization } = request.headers;
  const { id } = uploads.startResumableUpload({
    bucketId,
    objectId,
    metadata: destination,
    authorization,
  });
  for (const { name } of sourceObjects)
    uploads.continueResumableUpload(id, layer.getBytes(bucketId, name));
  const made = await layer.uploadObject(uploads.finalizeResumableUpload(id));
  return [200, new CloudStorageObjectMetadata(made)];
}
