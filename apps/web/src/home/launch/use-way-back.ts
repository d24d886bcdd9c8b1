import { readFrom } from '../../client/own-path.ts'
import { useVisit } from '../../client/visit.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { saveLaunch } from '../../kit/draft/save-launch.ts'

/** Where leaving the wizard leads; where an integration opened it, what is typed is saved and the page closes. */
export function useWayBack() {
  const [query] = useSearchParams()
  const { visit } = useVisit()
  const from = readFrom(query.get('from'))
  if (!visit) return { to: from, label: from === '/' ? '返回首页' : '返回' }
  const leave = () => void saveLaunch().then((saved) => saved && visit.leave?.())
  return { leave, label: '保存并关闭' }
}
