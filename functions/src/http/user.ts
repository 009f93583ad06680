/** Who makes a call, by the word of the authentication service. */
export interface User {
  /** Firebase's id: the owner of everything of ours. */
  uid: string;
  /** Google's id of the account: the key of its Gmail grant. */
  sub: string;
  email: string;
  /** The display name; may be empty. */
  name: string;
}
