/** Ways to prove one's will (意愿认证): a code to one's own phone, or the signing PIN. */
export const willWays = ['sms', 'pin'] as const
/** A way to prove the will to sign. */
export type WillWay = (typeof willWays)[number]

/** What the initiator asks of a party: one of the ways, or either. */
export const willKinds = ['any', ...willWays] as const
/** What proof of will an initiator asks of a party: one way, or the party's choice. */
export type WillKind = (typeof willKinds)[number]

/** What each is called where it is chosen and where it is asked for. */
export const willKindLabels: Readonly<Record<WillKind, string>> = {
  any: '短信验证码或签署密码',
  sms: '短信验证码',
  pin: '签署密码',
}

/** Whether a will proved in this way serves a party of that kind. */
export const servesWill = (kind: WillKind, way: WillWay): boolean => kind === 'any' || kind === way
