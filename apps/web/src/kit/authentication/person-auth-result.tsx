import { Button, ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'

const home = (
  <ButtonLink to="/" size="l">
    返回首页
  </ButtonLink>
)

/** The person is authenticated; `backTo` is what waited for it. */
export function Authenticated({ name, backTo }: { name: string; backTo: string }) {
  return (
    <ResultPage
      art={<MatchMark state="fit" size={112} color="#2b6a4d" />}
      title="实名认证已通过"
      actions={
        <ButtonLink to={backTo} size="l" variant="primary">
          {backTo === '/' ? '返回首页' : '继续'}
        </ButtonLink>
      }
    >
      {name && `${name}，`}您现在可以发起和签署合同。
    </ResultPage>
  )
}

/** The gateway or a reviewer is still at it. */
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

/** Not passed, with the reason and the way to try again. */
export function AuthRejected({ reason, onAgain }: { reason: string | null; onAgain: () => void }) {
  return (
    <ResultPage
      art={<MatchMark state="broken" size={112} color="#b92b1b" />}
      title="认证未通过"
      actions={
        <>
          {home}
          <Button size="l" variant="primary" onClick={onAgain}>
            重新认证
          </Button>
        </>
      }
    >
      {reason ?? '请核对姓名与证件号码后重新提交。'}
    </ResultPage>
  )
}
