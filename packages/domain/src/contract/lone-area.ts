import { type Control, type ControlFamily, controlTable, isOfFamily } from './controls.ts'

type Area = { readonly fileId: string; readonly control: Control }
type Need = { readonly families: readonly ControlFamily[]; readonly text: string }

const signatures = ['seal', 'signature'] as const

/** What else must be in the file of a place that is not signed by itself. */
const needs: Readonly<Record<ControlFamily, Need | null>> = {
  seal: null,
  signature: null,
  crossPage: { families: ['seal'], text: '在有骑缝章的文件中还需要一处印章' },
  date: { families: signatures, text: '在有签署日期的文件中还需要一处印章或签名' },
  fillIn: { families: signatures, text: '在有填写项的文件中还需要一处印章或签名' },
}

/** Whether a place is signed by itself; dates, fill-ins and cross-page seals belong to such a signature. */
export const isSignature = ({ control }: Pick<Area, 'control'>): boolean => isOfFamily(control, ...signatures)

/**
 * What is missing when one party's places have a date, a fill-in or a cross-page seal in a file without the signature
 * it belongs to: text that follows the party's name, or null.
 */
export function loneArea(areas: readonly Area[]): string | null {
  const has = (fileId: string, families: readonly ControlFamily[]) =>
    areas.some((area) => area.fileId === fileId && isOfFamily(area.control, ...families))
  for (const { fileId, control } of areas) {
    const need = needs[controlTable[control].family]
    if (need && !has(fileId, need.families)) return need.text
  }
  return null
}
