import { useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { VisitRefused } from './visit-refused.tsx'

/** /unifysign: leads on to what an integration opened the page for (checklist R46). */
export function UnifysignPage() {
  const [params] = useSearchParams()
  const rest = new URLSearchParams(params)
  rest.delete('purpose')
  if (params.get('purpose') === 'sign') return <Navigate replace to={`/unifysign/sign?${rest}`} />
  return <VisitRefused title="链接不完整" reason="请返回原来的应用重新打开" />
}
