import { z } from 'zod'

const absent = z.never().optional()

/** Names nothing: what it answers is the visit's own. */
export const ofVisit = () => z.object({})
/** Names the contract. */
export const namesIt = (signId: string) => z.object({ signId: z.literal(signId) })
/** Names the contract, or none: then what it answers is the person's own. */
export const namesItOrNone = (signId: string) => z.object({ signId: z.literal(signId).optional() })
/** Reads the contract's files, by no other way. */
export const readsIt = (signId: string) => namesIt(signId).extend({ approveId: absent, templateId: absent })
/** Keeps choices for the contract, and goes no further. */
export const keepsChoices = (signId: string) => namesIt(signId).extend({ authToken: absent, flowId: absent })
/** Proves the will for the contract alone. */
export const willsIt = (signId: string) =>
  z.object({ signIds: z.tuple([z.literal(signId)]), approveIds: z.tuple([]).optional() })
/** Has a code sent for that. */
export const asksCode = (signId: string) => willsIt(signId).extend({ scene: z.literal('sign') })
/** Sets the PIN that two ways ask for, by the will just proved. */
export const setsPin = () => z.object({ authToken: z.string(), smsCode: absent })
/** Makes an own signature of what is drawn here. */
export const makesSeal = () => z.object({ handwriteSealId: absent, originalFileId: absent, isDefault: z.literal(0) })
/** Uploads what the contract asks of its party. */
export const uploadsPaper = () => z.object({ usage: z.literal('paper') })
/** Names no contract: what it answers is the person's own. */
export const ofOwnSpace = () => z.object({ signId: absent })
/** Asks for the person's own name, and no company's. */
export const ofOwnName = () => z.object({ tenantId: absent, companyName: absent })
/** Reads a flow, and no application. */
export const readsFlow = () => z.object({ flowId: z.string() }).strict()
/** Reads a draft's files, or one that the person has just uploaded for it. */
export const readsDraft = (signId: string) =>
  z.object({ fileId: z.string(), signId: z.literal(signId).optional(), approveId: absent, templateId: absent })
/** Uploads what is to be signed, or goes along. */
export const uploadsDraft = () => z.object({ usage: z.enum(['contract', 'attachment']) })
