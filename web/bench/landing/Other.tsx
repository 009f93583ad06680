/** A page that comes with a script of its own. */
export default function Other() {
  return <p>Other</p>;
}
