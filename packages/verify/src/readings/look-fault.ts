/** What a look must not have, with the clause that lets readers differ in it. */
export interface LookFault {
  what: string
  clause: string
}
