import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { type AuthWay, authWayNames } from '@moqi/domain/identity/person-factors'
import { formatDate } from '@moqi/domain/time/format-date'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'

const home = (
  <ButtonLink to="/" size="l">
    返回首页
  </ButtonLink>
)

type AuthenticatedProps = {
  name: string
  authWay: AuthWay | null
  completeTime: number | null
  /** What waited for it. */
  backTo: string
  /** How the newest change of name or number stands; null where there was none. */
  change: { changeState: 'pending' | 'passed' | 'failed'; reason: string | null } | null
  onChange: () => void
}

/** The person is authenticated: by what and when, and what has come with it. */
export function Authenticated({ name, authWay, completeTime, backTo, change, onChange }: AuthenticatedProps) {
  const facts = [
    ['姓名', name],
    ['认证方式', authWay ? authWayNames[authWay] : ''],
    ['通过时间', completeTime === null ? '' : formatDate(completeTime, '{y}-{m}-{d} {h}:{i}')],
  ] as const
  return (
    <ResultPage
      art={<MatchMark state="fit" size={112} color="#2b6a4d" />}
      title="实名认证已通过"
      actions={
        <>
          {change?.changeState !== 'pending' && (
            <Button size="l" onClick={onChange}>
              变更实名信息
            </Button>
          )}
          <ButtonLink to="/user/seal" size="l">
            查看个人签名
          </ButtonLink>
          <ButtonLink to={backTo} size="l" variant="primary">
            {backTo === '/' ? '返回首页' : '继续'}
          </ButtonLink>
        </>
      }
    >
      <p>您现在可以发起和签署合同。已为您生成默认签名，数字证书在首次签署时以您的姓名申请。</p>
      {change?.changeState === 'pending' && <p role="status">实名信息变更正在核验，通过前仍以{name}签署。</p>}
      {change?.changeState === 'failed' && (
        <p role="status">实名信息变更未通过：{change.reason ?? '请核对后重新提交'}。原实名认证仍然有效。</p>
      )}
      <Facts className="person-auth-facts" facts={facts.filter(([, value]) => value !== '')} />
    </ResultPage>
  )
}

/** In the demonstration: by whom it was checked, so that nobody takes it for more. */
export const CheckedInDemonstration = () => <p className="auth-demo">演示环境使用内置核验，未查询任何真实身份</p>

type ReviewLine = Output<typeof realName.getAuthInfo>['reviewLogArray'][number]

type OwnReviewProps = { lines: readonly ReviewLine[]; busy: boolean; onWithdraw: () => void }

/** The own papers wait, and may be taken back. */
export const OwnReviewUnderWay = ({ lines, busy, onWithdraw }: OwnReviewProps) => (
  <ReviewUnderWay
    lines={lines}
    action={
      <Button size="l" busy={busy} onClick={onWithdraw}>
        撤回证件
      </Button>
    }
  />
)

type ReviewUnderWayProps = {
  lines: readonly ReviewLine[]
  /** What is compared with what. */
  of?: string
  /** The way out of it: to take them back, or to hand in others. */
  action: ReactNode
}

/** Papers that wait for somebody of the platform, and who has looked at them. */
export function ReviewUnderWay({ lines, of = '证件核对您的身份', action }: ReviewUnderWayProps) {
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#8a560b" />}
      title="审核中"
      actions={
        <>
          {action}
          {home}
        </>
      }
    >
      <p>平台人员正在对照{of}，通常需要1–2个工作日，结果会通知您。</p>
      <ReviewLog lines={lines} />
    </ResultPage>
  )
}

/** What has become of the papers, each time somebody has looked at them among it. */
const ReviewLog = ({ lines }: { lines: readonly ReviewLine[] }) => (
  <ol className="review-log" aria-label="审核记录">
    {lines.map(({ time, label, detail }, index) => (
      <li key={`${time} ${index}`}>
        <span>{label === detail || detail === null ? label : `${label}　${detail}`}</span>
        <time className="num">{formatDate(time, '{y}-{m}-{d} {h}:{i}')}</time>
      </li>
    ))}
  </ol>
)

/** The gateway is still at it. */
export function AuthUnderWay({ onRefresh, busy, other }: { onRefresh: () => void; busy: boolean; other?: ReactNode }) {
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#8a560b" />}
      title="认证中"
      actions={
        <>
          {other || home}
          <Button size="l" variant="primary" busy={busy} onClick={onRefresh}>
            刷新结果
          </Button>
        </>
      }
    >
      身份信息正在核验，结果会自动显示在此页，也可以先离开，稍后再来查看。
    </ResultPage>
  )
}

type AuthRejectedProps = {
  reason: string | null
  /** It was somebody of the platform who did not find it right. */
  lines?: readonly ReviewLine[]
  /** The way to have the papers looked at; none where nobody does. */
  onReview?: (() => void) | undefined
  /** How often one may fail yet, and where that is never, when again; null when there is no end to it. */
  triesLeft: number | null
  retryTime: number | null
  onAgain: () => void
}

/** Not passed, with the reason and the way to try again. */
export function AuthRejected({ reason, lines = [], triesLeft, retryTime, onAgain, onReview }: AuthRejectedProps) {
  return (
    <ResultPage
      art={<MatchMark state="broken" size={112} color="#b92b1b" />}
      title="认证未通过"
      actions={
        <>
          {home}
          {onReview && (
            <Button size="l" variant={triesLeft === 0 ? 'primary' : 'plain'} onClick={onReview}>
              人工审核
            </Button>
          )}
          {triesLeft !== 0 && (
            <Button size="l" variant="primary" onClick={onAgain}>
              重新认证
            </Button>
          )}
        </>
      }
    >
      <p>{reason ?? '请核对姓名与证件号码后重新提交。'}</p>
      {retryTime !== null && <p>失败次数过多，{formatDate(retryTime, '{y}-{m}-{d} {h}:{i}')}后可以重新认证。</p>}
      {lines.length > 0 && <ReviewLog lines={lines} />}
      {!!triesLeft && lines.length === 0 && <p>还可尝试{triesLeft}次，请核对姓名中的生僻字、间隔号和身份证号末位。</p>}
    </ResultPage>
  )
}
