import type { PickKind } from './signing-state.ts'

/** Choosing anew for a place what it has already (domain 7.5). */
export const changing: Readonly<Record<PickKind, string>> = {
  company: '更换印章',
  legal: '更换印章',
  person: '更换签名',
  handwrite: '更换签名',
}
