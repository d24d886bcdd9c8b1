import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { type AuthWay, authWayNames } from '@moqi/domain/identity/person-factors'
import { formatDate } from '@moqi/domain/time/format-date'
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
}

/** The person is authenticated: by what and when, and what has come with it. */
export function Authenticated({ name, authWay, completeTime, backTo }: AuthenticatedProps) {
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
      <Facts className="person-auth-facts" facts={facts.filter(([, value]) => value !== '')} />
    </ResultPage>
  )
}

/** In the demonstration: by whom it was checked, so that nobody takes it for more. */
export const CheckedInDemonstration = () => <p className="auth-demo">演示环境使用内置核验，未查询任何真实身份</p>

type ReviewLine = Output<typeof realName.getAuthInfo>['reviewLogArray'][number]

/** Papers that wait for somebody of the platform, and who has looked at them. */
export function ReviewUnderWay({ lines }: { lines: readonly ReviewLine[] }) {
  return (
    <ResultPage art={<MatchMark state="half" size={112} color="#8a560b" />} title="审核中" actions={home}>
      <p>平台人员正在对照证件核对您的身份，通常需要1–2个工作日，结果会通知您。</p>
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
export function AuthUnderWay({ onRefresh, busy }: { onRefresh: () => void; busy: boolean }) {
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#8a560b" />}
      title="认证中"
      actions={
        <>
          {home}
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
