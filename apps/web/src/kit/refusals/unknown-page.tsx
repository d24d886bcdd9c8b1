import { ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'

/** Any path the application does not know (checklist R10). */
export function UnknownPage() {
  return (
    <ResultPage
      art={<MatchMark state="alone" size={112} color="#3d414a" />}
      title="页面不存在"
      actions={
        <>
          <ButtonLink to="/space/contract-list?status=all" size="l">
            查看合同
          </ButtonLink>
          <ButtonLink to="/" size="l" variant="primary">
            返回首页
          </ButtonLink>
        </>
      }
    >
      链接可能已失效，或合同不属于当前空间。
    </ResultPage>
  )
}
