import { type Control, type ControlFamily, controlTable, isCutAcross, isOfFamily } from './controls.ts'

type Area = { readonly fileId: string; readonly control: Control }
type Need = { readonly met: (control: Control) => boolean; readonly text: string }

const isSigned = (control: Control) => isOfFamily(control, 'seal', 'signature')

/** What else must be in the file of a place that is not signed by itself. */
const needs: Readonly<Record<ControlFamily, Need | null>> = {
  seal: null,
  signature: null,
  crossPage: { met: isCutAcross, text: '在有骑缝章的文件中还需要一处印章' },
  date: { met: isSigned, text: '在有签署日期的文件中还需要一处印章或签名' },
  fillIn: { met: isSigned, text: '在有填写项的文件中还需要一处印章或签名' },
}

/** Whether a place is signed by itself; dates, fill-ins and cross-page seals belong to such a signature. */
export const isSignature = ({ control }: Pick<Area, 'control'>): boolean => isSigned(control)

/**
 * The first of one party's places that is not signed by itself and stands in a file without the signature it belongs
 * to: a date, a fill-in or a cross-page seal, with text that follows the party's name; or null.
 */
export function findLone<A extends Area>(areas: readonly A[]): { readonly area: A; readonly text: string } | null {
  const has = (fileId: string, met: Need['met']) => areas.some((area) => area.fileId === fileId && met(area.control))
  for (const area of areas) {
    const need = needs[controlTable[area.control].family]
    if (need && !has(area.fileId, need.met)) return { area, text: need.text }
  }
  return null
}

/** As `findLone`, the text alone. */
export const loneArea = (areas: readonly Area[]): string | null => findLone(areas)?.text ?? null
