import { randomBytes } from 'node:crypto'

/** What a content security policy lets one answer's own styles through by: 128 random bits, in base64, once. */
export const contentNonce = (): string => randomBytes(16).toString('base64')
