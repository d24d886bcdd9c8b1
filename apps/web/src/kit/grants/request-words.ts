import type { Output } from '@moqi/api/call'
import type { GrantRequest } from '@moqi/api/grant-request'
import type { Table } from '@moqi/api/table'
import { grantRequestStateLabels } from '@moqi/domain/labels/status-labels'
import { type GrantWish, grantWishes } from '@moqi/domain/seals/grant-request'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Tone } from '../../ui/tag.tsx'

/** What may be asked for from a contract, and what was. */
export type GrantAsking = Output<Table['getGrantAsking']>
/** One's own request, with its letter. */
export type OwnRequest = GrantAsking['requestArray'][number]

/** How each state of a request is marked. */
export const requestTones: Readonly<Record<GrantRequest['requestState'], Tone>> = {
  pending: 'ochre',
  granted: 'green',
  refused: 'seal',
  withdrawn: 'grey',
  ended: 'grey',
}

/** What each state of a request is called. */
export const requestLabel = ({ requestState }: Pick<GrantRequest, 'requestState'>): string =>
  grantRequestStateLabels[requestState]

type Facts = { counterpartArray: readonly string[]; templateName: string | null }

/** What a wish covers, in so many words. */
export function wishExplained(wish: GrantWish, { counterpartArray, templateName }: Facts): string {
  if (wish === 'contract') return '签完本合同即止'
  return wish === 'template' ? `由模板“${templateName ?? ''}”发起的合同` : `相对方：${counterpartArray.join('、')}`
}

/** What is asked for and how long, in one line. */
export const requestScope = ({ grantWish, endTime }: Pick<GrantRequest, 'grantWish' | 'endTime'>): string =>
  `${grantWishes[grantWish]}，至${formatDate(endTime, '{y}-{m}-{d}')}`

/** Whether the same may be asked for anew: nobody has still to decide, or to sign what was decided. */
export const mayAskAgain = ({ requestState, grantState }: Pick<GrantRequest, 'requestState' | 'grantState'>): boolean =>
  requestState !== 'pending' && !(requestState === 'granted' && isComing(grantState))

const isComing = (state: GrantRequest['grantState']) => state === 'waitSign' || state === 'waitEffective'

/** Where one's own request stands, as a sentence. */
export function standing({ requestState, grantState, deciderName, answer }: OwnRequest): string {
  if (requestState === 'pending') return '已申请授权，等待处理'
  if (requestState === 'refused') return `${deciderName ?? '管理员'}未同意授权：${answer ?? ''}`
  if (requestState !== 'granted') return ''
  if (grantState === 'waitSign') return `${deciderName ?? '管理员'}已同意授权，双方签署《电子印章授权书》后生效`
  if (grantState === 'waitEffective') return '授权书已签署，尚未到授权开始日期'
  return grantState === 'effective' ? '授权已生效，但不包含本合同' : '授权已结束'
}
