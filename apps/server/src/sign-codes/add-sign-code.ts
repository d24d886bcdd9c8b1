import type { signCode } from '@moqi/api/sign-code'
import { Refusal } from '@moqi/domain/refusal'
import { checkSenderValue } from '@moqi/domain/templates/batch-sheet'
import { signCodeFaults, signCodeLifecycle, signCodeRoleFaults } from '@moqi/domain/templates/sign-code'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { sql } from 'kysely'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import { launchable, type LoadedTemplate } from '#src/cores/template/template-store.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { shortToken } from '#src/platform/short-token.ts'
import { readSignCode } from './list-sign-codes.ts'

/** Makes a code of a template's newest version, in the name of whoever asks. */
export const addSignCode: Handler<typeof signCode.addSignCode> = async (deps, member, input) => {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const { tenantId } = member
  const { templateId, codeName: name, cap, endTime: endAt, values } = input
  return deps.db.write(tenantId, async (tx) => {
    await requireTemplateUse(tx, member, templateId, 'use')
    const template = await launchable(tx, { tenantId, templateId })
    const [fault] = [
      ...signCodeFaults({ name, cap, endAt }, deps.now()).map(({ field, message }) => ({
        field: wireFields[field] ?? field,
        message,
      })),
      ...signCodeRoleFaults(template.content.roles),
      ...valueFaults(template, values),
    ]
    if (fault) throw new Refusal('field/invalid', { field: fault.field, message: fault.message })
    const [codeId, token] = [deps.newId(), shortToken(deps)]
    const link = { token, tenant_id: tenantId, code_id: codeId }
    await tx.insertInto('sign_code_link').values(link).execute()
    await tx
      .insertInto('sign_code')
      .values({
        tenant_id: tenantId,
        code_id: codeId,
        token,
        name: name.trim(),
        template_id: templateId,
        version: template.version,
        account_id: member.accountId,
        creator_name: member.nickName,
        state: signCodeLifecycle.initial,
        cap,
        used_number: 0,
        several: input.several === 1,
        fill_values: sql`${JSON.stringify(values)}::jsonb`,
        end_at: endAt,
        created_at: deps.now(),
      })
      .execute()
    return keepAnswer(tx, deps, member, await readSignCode(deps, tx, tenantId, codeId))
  })
}

const wireFields: Readonly<Record<string, string>> = { name: 'codeName', endAt: 'endTime' }

/** What the initiator fills in stands in every contract, and is right before the first. */
const valueFaults = ({ content: { areas } }: LoadedTemplate, values: Readonly<Record<string, string>>) =>
  areas
    .filter(({ partyNo }) => partyNo === senderNo)
    .flatMap((area) => {
      const field = `fill.${area.areaId}`
      const checked = checkSenderValue(area, values[field] ?? '')
      return checked.ok ? [] : [{ field, message: `“${area.label ?? ''}”${checked.message}` }]
    })
