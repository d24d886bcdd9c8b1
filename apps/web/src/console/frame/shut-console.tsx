import type { Space } from '../../client/space-store.ts'
import { SwitchSpace } from '../../kit/space/switch-space.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { inWorkspace } from './console-entries.ts'

/** Why the console does not open in a space, and the ways on. */
export const ShutConsole = ({ space }: { space: Space }) => (
  <main>
    <ResultPage
      art={<MatchMark state="half" size={112} color="#3d414a" />}
      title={titleOf(space)}
      actions={
        <>
          <SwitchSpace label="切换空间" className="btn btn-l btn-plain" />
          <a className="btn btn-l btn-primary" href={inWorkspace('/')}>
            返回工作台
          </a>
        </>
      }
    >
      企业管理后台供已完成企业实名认证的企业使用，谁可以进入由企业管理员决定。
    </ResultPage>
  </main>
)

function titleOf({ spaceType, spaceStatus }: Space): string {
  if (spaceType === 'person') return '当前是个人空间'
  return spaceStatus === 'passAuth' ? '您的角色没有进入企业管理后台的权限' : '企业尚未完成实名认证'
}
