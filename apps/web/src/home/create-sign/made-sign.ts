import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'

/** A signature or seal that is ready to be kept: how it looks, its size in mm, and what makes it. */
export type MadeSign = {
  png: string
  width: number
  height: number
  input: Pick<Sent<Table['addPersonSeal']>, 'sealStyle' | 'sealColor' | 'handwriteBase64' | 'handwriteSealId'>
  /** The picture it was cut out of. */
  original?: File
}
