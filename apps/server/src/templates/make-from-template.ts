import type { template } from '@moqi/api/template'
import { checkSenderValue } from '@moqi/domain/templates/batch-sheet'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import { createContract } from '#src/cores/contract/create-contract.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import { creationOf, madeOf } from '#src/cores/template/contract-of-template.ts'
import { launchable, ownSideOf } from '#src/cores/template/template-store.ts'

/**
 * Makes a draft from a template (checklist R24): its files, roles and places. What the initiator fills in must be
 * given; of the parties what is not given is left to the wizard.
 */
export const makeFromTemplate: Handler<typeof template.makeFromTemplate> = async (deps, member, input) => {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const { tenantId } = member
  return againWhenNumberTaken(() =>
    deps.db.write(tenantId, async (tx) => {
      await requireTemplateUse(tx, member, input.templateId, 'use')
      const loaded = await launchable(tx, { tenantId, templateId: input.templateId })
      for (const field of loaded.content.areas.filter(({ partyNo }) => partyNo === senderNo)) {
        const checked = checkSenderValue(field, input.values[`fill.${field.areaId}`] ?? '')
        if (checked.ok) continue
        const message = `${field.label}：${checked.message}`
        throw new Refusal('field/invalid', { field: `fill.${field.areaId}`, message })
      }
      const [contractId, signId] = [deps.newId(), newSignId(deps)]
      const made = madeOf(loaded, ownSideOf(member), input.values, { tenantId, contractId })
      await createContract(deps, tx, actorOf(member), {
        ...creationOf(deps, member, { template: loaded, made, contractId, signId, state: 'draft' }),
        change: () => ({ log: [{ verb: 'create', detail: `模板：${loaded.head.name}` }] }),
      })
      return keepAnswer(tx, deps, member, { signId, taskId: contractId, version: 1 })
    }),
  )
}
