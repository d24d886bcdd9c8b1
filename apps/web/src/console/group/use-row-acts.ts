import type { CompanyGroup, GroupCompany, SentGroupInvitation } from '@moqi/api/company-group'
import { rulesInWords } from '@moqi/domain/groups/group-rules'
import { dayMs } from '@moqi/domain/time/civil-date'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { activateSpace } from '../../kit/space/activate-space.ts'
import { leaveIfRuled } from '../../kit/space/space-entry.ts'
import { useSpaces } from '../../kit/space/use-spaces.ts'
import { useRouter } from '../../router/hooks.ts'
import { ask } from '../../ui/ask-store.ts'
import { success } from '../../ui/toast-store.ts'

/** What can be done about a company of the group, or one that is invited. */
export type RowActs = {
  enter: (company: GroupCompany) => void
  remove: (company: GroupCompany) => void
  urge: (invitation: SentGroupInvitation) => void
  withdraw: (invitation: SentGroupInvitation) => void
  inviteAgain: (invitation: SentGroupInvitation) => void
}

/** The same, each told with what it does before it is done. */
export function useRowActs({ group, onChanged }: { group: CompanyGroup; onChanged: () => void }): RowActs {
  const { data: spaces = [] } = useSpaces()
  const { go } = useRouter()
  const keyOf = useRepeatKey()
  const doing = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      success(done)
    } catch (refusal) {
      showRefusal(refusal)
    }
    onChanged()
  }
  const enter = async ({ tenantId }: GroupCompany) => {
    const space = spaces.find((one) => one.tenantId === tenantId)
    if (!space || leaveIfRuled(space)) return
    try {
      await activateSpace(space)
      await go('/')
    } catch (refusal) {
      showRefusal(refusal)
    }
  }
  const remove = async ({ tenantId, companyName, figures }: GroupCompany) => {
    const rules = rulesInWords(group.rules).join('；')
    const text = `集团将从${group.companyNumber}家企业减为${group.companyNumber - 1}家，不再看到该企业的数字；对方${figures.memberNumber}名成员不再受集团规则约束（${rules}）。对方管理员会收到通知。`
    if (!(await ask({ title: `移出${companyName}`, text, confirm: '移出', cancel: '取消', tone: 'seal' }))) return
    const input = { tenantId }
    await doing(() => call('removeGroupCompany', input, { key: keyOf(input) }), `已移出${companyName}`)
  }
  const withdraw = async ({ invitationId, companyName }: SentGroupInvitation) => {
    const text = '对方管理员会收到撤回的通知，1份邀请随即失效。'
    if (!(await ask({ title: `撤回对${companyName}的邀请`, text, confirm: '撤回', cancel: '取消' }))) return
    const input = { invitationId }
    await doing(
      () => call('withdrawGroupInvitation', input, { key: keyOf({ ...input, is: 'withdraw' }) }),
      '邀请已撤回',
    )
  }
  return {
    enter: (company) => void enter(company),
    remove: (company) => void remove(company),
    withdraw: (invitation) => void withdraw(invitation),
    urge: ({ invitationId }) => {
      const input = { invitationId }
      // Urged on another day it is another act.
      const key = keyOf({ ...input, day: Math.floor(Date.now() / dayMs) })
      void doing(() => call('urgeGroupInvitation', input, { key }), '已提醒对方管理员')
    },
    inviteAgain: ({ companyName, creditCode }) => {
      const input = { companyName, creditCode }
      void doing(() => call('inviteCompany', input, { key: keyOf(input) }), '邀请已发出，等待对方管理员同意')
    },
  }
}
