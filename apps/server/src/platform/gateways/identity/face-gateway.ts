/** Whose face is to be compared with the authority's picture, and where the phone goes when it is done. */
export type FaceQuestion = {
  authId: string
  realName: string
  idNumber: string
  returnUrl: string
  /** Of the phone, as it tells it. */
  userAgent: string
}

/** What one begins as: under the gateway's name for it, at an address for the phone; or a reason why it does not. */
export type FaceBeginning = { is: 'begun'; gatewayId: string; address: string } | { is: 'refused'; reason: string }

/** What has become of one. A `reason` is what the person reads; `expired` is nobody's failure. */
export type FaceOutcome = { is: 'passed' } | { is: 'failed'; reason: string } | { is: 'running' } | { is: 'expired' }

/** Has somebody look into a phone's camera and says who that was. No picture and no template reaches us. */
export type FaceGateway = {
  /** Makes one ready; nothing is looked at before the phone opens the address. Throws a `GatewayFault`. */
  begin: (question: FaceQuestion) => Promise<FaceBeginning>
  /** Asked as often as one likes. Throws a `GatewayFault`. */
  outcome: (gatewayId: string) => Promise<FaceOutcome>
  /** Of the demonstration's own alone: the name of the same once the camera's step was played. */
  play?: (gatewayId: string) => string
}
