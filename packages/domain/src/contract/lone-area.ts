import { isFillIn } from './fill-in.ts'
import type { Control } from './controls.ts'

type Area = { readonly fileId: string; readonly control: Control }

const seals: readonly Control[] = ['companySeal', 'legalSeal', 'personSign']
const signatures: readonly Control[] = [...seals, 'handwrite']

/** Whether a place is signed by itself; dates, fill-ins and cross-page seals belong to such a signature. */
export const isSignature = ({ control }: Pick<Area, 'control'>): boolean => signatures.includes(control)

/**
 * What is missing when one party's places have a date, a fill-in or a cross-page seal in a file without the signature
 * it belongs to: text that follows the party's name, or null.
 */
export function loneArea(areas: readonly Area[]): string | null {
  const has = (fileId: string, kinds: readonly Control[]) =>
    areas.some((area) => area.fileId === fileId && kinds.includes(area.control))
  for (const { fileId, control } of areas) {
    if (control === 'date' && !has(fileId, signatures)) return '在有签署日期的文件中还需要一处印章或签名'
    if (isFillIn({ control }) && !has(fileId, signatures)) return '在有填写项的文件中还需要一处印章或签名'
    if (control === 'crossPage' && !has(fileId, seals)) return '在有骑缝章的文件中还需要一处印章'
  }
  return null
}
