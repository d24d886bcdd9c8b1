import type { Sent } from '@moqi/api/call'
import type { CompanySeal } from '@moqi/api/company-seal'
import type { Table } from '@moqi/api/table'
import {
  designFault,
  formsFor,
  purposeTable,
  type SealDesign,
  sealForms,
  type SealOwner,
  type SealPurpose,
  sealPurposes,
  usualDesign,
} from '@moqi/domain/seals/company-seal'
import { keysOf } from '@moqi/domain/keys-of'
import { sealColors } from '@moqi/domain/seals/seal-colors'
import { isFlag, isText, listOf, oneOf, record, type Shape } from '../../client/stored-shape.ts'

/** A seal that is being made: how it is carved, and what it is called. */
export type Carving = { design: SealDesign; name: string }

/** The usual seal of a purpose for a company, under a name that none of the others has. */
export function usualCarving(purpose: SealPurpose, companyName: string, taken: number): Carving {
  const { label } = purposeTable[purpose]
  return { design: usualDesign(purpose, companyName), name: taken === 0 ? label : `${label}（${taken + 1}）` }
}

/** The same for another form: what only a seal of 58 mm carries goes with it. */
export const withForm = ({ design, name }: Carving, form: SealDesign['form']): Carving => ({
  name,
  design: { ...design, form, details: form === 'round58' ? design.details : [] },
})

/** The design without the lines that were left empty. */
export const withoutBlanks = (design: SealDesign): SealDesign => ({
  ...design,
  details: design.details.filter((text) => text.trim() !== ''),
})

/** The design as the calls take it. */
export const wireCarving = (design: SealDesign): Sent<Table['makeCompanySealImg']> => ({
  sealPurpose: design.purpose,
  sealForm: design.form,
  sealColor: design.color,
  star: design.star ? 1 : 0,
  lineText: design.line,
  detailArray: [...withoutBlanks(design).details],
  antiForgeryCode: design.code,
})

/** The carving of a seal that has ended, for a company that may have another name by now. */
export function remade({ sealPurpose, sealName, carving }: CompanySeal, companyName: string): Carving | null {
  if (carving === null) return null
  const forms = formsFor(sealPurpose, companyName)
  const form = forms.includes(carving.sealForm) ? carving.sealForm : (forms[0] ?? carving.sealForm)
  const { sealColor: color, lineText: line, detailArray: details } = carving
  // The registry numbers each carving of its own.
  return {
    name: sealName,
    design: { purpose: sealPurpose, form, color, star: carving.star === 1, line, details, code: '' },
  }
}

// The wire's names of the fields, under which a refusal says what is wrong.
const fieldNames = {
  form: 'sealForm',
  color: 'sealColor',
  code: 'antiForgeryCode',
  purpose: 'sealPurpose',
  line: 'lineText',
  details: 'detailArray',
} as const

/** What is wrong with a seal before it is sent, by the wire's names of its fields. */
export function carvingFaults({ design, name }: Carving, owner: SealOwner): Record<string, string> {
  const fault = designFault(withoutBlanks(design), owner)
  return {
    ...(fault && { [fieldNames[fault.field]]: fault.message }),
    ...(name.trim() === '' && { sealName: '请填写印章名称' }),
  }
}

const isDesign = record<SealDesign>({
  purpose: oneOf(...sealPurposes),
  form: oneOf(...keysOf(sealForms)),
  color: oneOf(...keysOf(sealColors)),
  star: isFlag,
  line: isText,
  details: listOf(isText),
  code: isText,
})
const isCarving = record<Carving>({ design: isDesign, name: isText })

/** Whether what was kept is a seal that this company could be making. */
export const isCarvingOf =
  (companyName: string): Shape<Carving> =>
  (kept): kept is Carving =>
    isCarving(kept) && formsFor(kept.design.purpose, companyName).includes(kept.design.form)
