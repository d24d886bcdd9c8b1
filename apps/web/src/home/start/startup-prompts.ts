import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { Space } from '../../client/space-store.ts'

/** What decides about the prompts (checklist C34); whether the password was spoken of stands in the space's detail. */
type Reminders = Output<Table['companyAuthAndSealCon']> & Pick<Output<Table['getSpaceDetailInfo']>, 'lastChangePwdCode'>

/** One prompt titled 温馨提示: its words, where yes leads, and the flag that says it was shown. */
export type Prompt = {
  text: string
  confirm: string
  leads: 'authentication' | 'seals' | 'password'
  flag: Sent<Table['updateRemindFlag']>
}

const authentication: Prompt = {
  text: '您还没有完成企业身份认证，是否立即认证？',
  confirm: '立即认证',
  leads: 'authentication',
  flag: { companyCheckAuthCode: 1 },
}
const seals: Prompt = {
  text: '您还没有制作企业印章，是否立即制作？',
  confirm: '去制章',
  leads: 'seals',
  flag: { companyCheckSealCode: 1 },
}

const unauthenticated: ReadonlySet<string> = new Set(['notAuth', 'rejectPersonAuth', 'rejectCompanyAuth'])

/** The prompts due in a space, in the order they are shown (checklist V11–V14). */
export function duePrompts(reminders: Reminders, space: Pick<Space, 'spaceType' | 'isSpaceOwner'>): Prompt[] {
  const { isAuthed, sealNumber, companyCheckAuthCode, companyCheckSealCode, lastChangePwdCode } = reminders
  const company = space.spaceType === 'company'
  const owns = company && space.isSpaceOwner === 'yes'
  const password: Prompt = {
    text: reminders.pwdRemindStr,
    confirm: '立即修改',
    leads: 'password',
    flag: { lastChangePwdCode: 1 },
  }
  return [
    ...(company && unauthenticated.has(isAuthed) && companyCheckAuthCode === 0 ? [authentication] : []),
    ...(owns && isAuthed === 'passAuth' && sealNumber === 0 && companyCheckSealCode === 0 ? [seals] : []),
    ...(reminders.pwdRemindStr !== 'ok' && lastChangePwdCode === 0 ? [password] : []),
  ]
}
