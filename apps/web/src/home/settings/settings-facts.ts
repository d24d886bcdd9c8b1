import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { dayMs } from '@moqi/domain/time/civil-date'

type Own = Output<Table['getSecurityInfo']>

/** What a row's word does: opens a sheet, or leads to a page of its own. */
export type SettingAct = 'password' | 'phone' | 'mail' | 'pin' | 'authenticate'

/** One thing that can be changed: what it is now, and the word that changes it; `soon` asks for attention. */
export type SettingRow = { label: string; now: string; soon?: boolean; word: string; act: SettingAct }

/** Days before its end from which a password's age is pointed out. */
const soonDays = 14
const day = (ms: number) => formatDate(ms, '{y}-{m}-{d}')

/** What opens the account. */
export const signInRows = (own: Own, now: number): SettingRow[] => [
  passwordRow(own, now),
  { label: '手机号', now: own.phone, word: '更换', act: 'phone' },
  own.email === null
    ? { label: '邮箱', now: '未绑定，绑定后可用邮件接收通知', word: '绑定', act: 'mail' }
    : { label: '邮箱', now: own.email, word: '更换', act: 'mail' },
]

function passwordRow({ passwordSetTime, passwordExpireTime }: Own, now: number): SettingRow {
  const row = { label: '登录密码', act: 'password' } as const
  if (passwordSetTime === null || passwordExpireTime === null) {
    return { ...row, now: '未设置，目前用短信验证码登录', word: '设置' }
  }
  const left = Math.ceil((passwordExpireTime - now) / dayMs)
  if (left > soonDays) return { ...row, now: `${day(passwordSetTime)} 修改`, word: '修改' }
  const age = left > 0 ? `还有${left}天到期` : '已到期，请尽快修改'
  return { ...row, now: `${day(passwordSetTime)} 修改，${age}`, soon: true, word: '修改' }
}

/** What proves the person and the will. */
export const signingRows = ({ pinSetTime, isAuthed, realName }: Own): SettingRow[] => [
  {
    label: '签署密码',
    now: `${pinSetTime === null ? '未设置，设置后' : `${day(pinSetTime)} 设置，`}签署时可代替短信验证码，双重认证时与短信验证码一起使用`,
    word: pinSetTime === null ? '设置' : '重置',
    // Only who is real-named may sign at all.
    act: isAuthed === 'passAuth' ? 'pin' : 'authenticate',
  },
  realName === null
    ? { label: '实名认证', now: '认证后才能发起和签署合同', word: '去认证', act: 'authenticate' }
    : { label: '实名认证', now: realName, word: '查看', act: 'authenticate' },
]
