import { Loading } from "../Loading.tsx";
import { later } from "../later.tsx";

/** The body's editor; its code is loaded when one is first shown. */
export const RichTextEditor = later(
  () => import("./RichTextField.tsx"),
  <Loading what="the editor" heights={[320]} />,
);
