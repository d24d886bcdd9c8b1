import { ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { SwitchSpace } from './switch-space.tsx'

/** /401 (checklist R8). */
export function ForbiddenPage() {
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#3d414a" />}
      title="抱歉，您没有访问该页面的权限"
      actions={
        <>
          <SwitchSpace label="切换空间" className="btn btn-l btn-plain" />
          <ButtonLink to="/" size="l" variant="primary">
            返回首页
          </ButtonLink>
        </>
      }
    >
      可以切换到有权限的空间，或请企业管理员为您开通。
    </ResultPage>
  )
}
