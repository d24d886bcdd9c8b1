import type { filing } from '@moqi/api/filing'
import { checkChoices, checkFieldName } from '@moqi/domain/filings/filing-field'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { Refusal } from '@moqi/domain/refusal'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { lockFilings } from './change-filings.ts'
import { fieldsOf } from './find-filings.ts'

/** Makes a field of the company's own, or changes one; what kind it is stays, for values are kept by it. */
export const saveFilingField: Handler<typeof filing.saveFilingField> = async (deps, member, input) => {
  const { tenantId } = member
  const name = checkFieldName(input.fieldName)
  if (!name.ok) throw invalid('fieldName', name.message)
  const choices = checkChoices(input.fieldKind, input.choiceArray)
  if (!choices.ok) throw invalid('choiceArray', choices.message)
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    const fields = await fieldsOf(tx, tenantId)
    const own = fields.find(({ fieldId }) => fieldId === input.fieldId)
    if (input.fieldId && !own) throw new Refusal('filing/field-not-found')
    if (own && own.kind !== input.fieldKind) throw invalid('fieldKind', '字段类型不能修改，请新增一个字段')
    if (reserved.includes(name.value)) throw invalid('fieldName', '该名称是台账的固定列，请换一个')
    if (fields.some((one) => one !== own && one.name === name.value)) throw invalid('fieldName', '字段名称已存在')
    if (!own && fields.length >= filingLimits.fields) {
      throw invalid('fieldName', `台账字段不能超过${filingLimits.fields}个`)
    }
    const fieldId = own?.fieldId ?? deps.newId()
    const set = { name: name.value, required: input.required, choices: choices.value }
    await tx
      .insertInto('filing_field')
      .values({
        tenant_id: tenantId,
        field_id: fieldId,
        name: set.name,
        kind: input.fieldKind,
        required: set.required,
        choices: set.choices,
        place: fields.length,
        created_at: deps.now(),
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'field_id']).doUpdateSet(set))
      .execute()
    return keepAnswer(tx, deps, member, { fieldId })
  })
}

/** Columns that the workbook of a ledger has anyway. */
const reserved: readonly string[] = [
  '合同编号',
  '合同主题',
  '对方',
  '完成日期',
  '文件夹',
  '生效日期',
  '到期日期',
  '保存至',
  '问题',
]

const invalid = (field: string, message: string) => new Refusal('field/invalid', { field, message })

/** Puts the fields in an order; all of them are to be named. */
export const orderFilingFields: Handler<typeof filing.orderFilingFields> = async (deps, member, { fieldIdArray }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    const fields = await fieldsOf(tx, tenantId)
    const isWhole = new Set(fieldIdArray).size === fields.length && fieldIdArray.length === fields.length
    if (!isWhole || !fields.every(({ fieldId }) => fieldIdArray.includes(fieldId))) {
      throw new Refusal('filing/field-not-found')
    }
    for (const [place, fieldId] of fieldIdArray.entries()) {
      await tx
        .updateTable('filing_field')
        .set({ place })
        .where('tenant_id', '=', tenantId)
        .where('field_id', '=', fieldId)
        .execute()
    }
    return keepAnswer(tx, deps, member, null)
  })
}

/** Deletes a field; what it held is not shown any more, and its history stays. */
export const deleteFilingField: Handler<typeof filing.deleteFilingField> = async (deps, member, { fieldId }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    const fields = await fieldsOf(tx, tenantId)
    if (!fields.some((one) => one.fieldId === fieldId)) throw new Refusal('filing/field-not-found')
    await tx.deleteFrom('filing_field').where('tenant_id', '=', tenantId).where('field_id', '=', fieldId).execute()
    return keepAnswer(tx, deps, member, null)
  })
}
