import type { Integration } from '@moqi/api/integration'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { AppWindow, Plus } from 'lucide-react'
import { call } from '../../client/call.ts'
import { oneOf, orNull } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useNavigate } from '../../router/hooks.ts'
import { hrefOf } from '../../router/leave.ts'
import { Link, Navigate } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import { integrationKeys } from './integration-keys.ts'
import { integrationPath } from './integration-paths.ts'
import { IntegrationSheet } from './integration-sheet.tsx'
import './integrations.css'

/** /company-space/applications (checklist C95): the other systems that act here for the company. */
export function IntegrationsPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (space.spaceType !== 'company' || !hasRight(space, 'manageIntegrations')) return <Navigate replace to="/401" />
  return <Integrations space={space} />
}

const isSheet = orNull(oneOf('make'))

function Integrations({ space }: { space: Space }) {
  const navigate = useNavigate()
  const [sheet, open] = useKept('sheet', isSheet, () => null)
  const integrations = useQuery({
    queryKey: integrationKeys.list(space.tenantId),
    queryFn: ({ signal }) => call('listIntegration', {}, { signal }),
  })
  return (
    <>
      <MeActs>
        <Button variant="primary" onClick={() => open('make')}>
          <Plus size={18} />
          新建应用
        </Button>
      </MeActs>
      <p className="muted integrations-lead">
        让 OA、人事、采购等系统直接发起和查询合同。一个系统一个应用，权限互不相干。接入方法见
        <a href="/openapi/reference" target="_blank" rel="noreferrer">
          开放接口参考
        </a>
        和
        <a href={hrefOf('/documentCenter?columnId=applications')} target="_blank" rel="noreferrer">
          应用怎么用？
        </a>
        。
      </p>
      <div className="card integrations">
        <CardState query={integrations} rows={3}>
          {({ integrationArray }) =>
            integrationArray.length === 0 ? (
              <EmptyState title="还没有应用" hint="建立应用后生成密钥，您的系统就可以用签名请求调用接口。">
                <Button onClick={() => open('make')}>新建应用</Button>
              </EmptyState>
            ) : (
              <ul aria-labelledby="me-title">
                {integrationArray.map((one) => (
                  <Row key={one.integrationId} one={one} />
                ))}
              </ul>
            )
          }
        </CardState>
      </div>
      {sheet === 'make' && (
        <IntegrationSheet
          integration={null}
          onDone={({ integrationId }) => {
            open(null)
            void navigate(integrationPath(integrationId))
          }}
          onClose={() => open(null)}
        />
      )}
    </>
  )
}

function Row({ one }: { one: Integration }) {
  return (
    <li>
      <span className="integrations-mark" aria-hidden="true">
        <AppWindow size={20} />
      </span>
      <span className="integrations-name">
        <Link to={integrationPath(one.integrationId)} className="title-link clip">
          {one.integrationName}
        </Link>
        <span className="small muted">{secretWords(one)}</span>
      </span>
      <Tag tone={one.integrationStatus === 'enabled' ? 'green' : 'grey'}>
        {one.integrationStatus === 'enabled' ? '已启用' : '已停用'}
      </Tag>
      <span className="small muted integrations-last">
        {one.callTime === null ? '还没有调用' : `最近调用 ${formatDate(one.callTime, '{y}-{m}-{d} {h}:{i}')}`}
      </span>
    </li>
  )
}

/** What an administrator should know of its secrets and its member. */
function secretWords({ secretArray, memberPresent, memberName }: Integration): string {
  if (memberPresent === 0) return `经办人${memberName}已不能管理应用，请接手`
  if (secretArray.length === 0) return '还没有密钥'
  const ending = secretArray.flatMap(({ endTime }) => (endTime === null ? [] : [endTime]))
  if (ending.length === 0) return `以${memberName}的名义`
  return `旧密钥 ${formatDate(Math.max(...ending), '{y}-{m}-{d} {h}:{i}')} 失效`
}
