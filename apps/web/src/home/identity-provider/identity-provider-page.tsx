import type { Output } from '@moqi/api/call'
import type { IdentityProvider } from '@moqi/api/identity-provider'
import type { Table } from '@moqi/api/table'
import { isWorkChat, providerProtocols, workChats } from '@moqi/domain/account/identity-provider'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { oneOf, orNull } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { Navigate } from '../../router/link.tsx'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { IdentityProviderSheet } from './identity-provider-sheet.tsx'
import { ProvisioningCard } from './provisioning-card.tsx'
import { WorkChatCard } from './work-chat-card.tsx'
import './identity-provider.css'

/** /company-space/single-sign-on: by whom the company's members sign in beside their own means. */
export function IdentityProviderPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (space.spaceType !== 'company' || !hasRight(space, 'manageIntegrations')) return <Navigate replace to="/401" />
  return <Provider space={space} />
}

const isSheet = orNull(oneOf('edit'))

function Provider({ space }: { space: Space }) {
  const [sheet, open] = useKept('sheet', isSheet, () => null)
  const queryKey = ['identity-provider', space.tenantId]
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call('getIdentityProvider', {}, { signal }) })
  // What is taken from a work chat stands and falls with it.
  const reread = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey }),
      queryClient.invalidateQueries({ queryKey: ['work-chat', space.tenantId] }),
    ])
  return (
    <>
      <p className="muted provider-lead">
        成员可以用公司自己的账号登录，只能进入本企业的空间。账号由成员本人登录后绑定；签署时仍须本人完成意愿认证。
      </p>
      <section className="card provider">
        <CardState query={query} rows={4}>
          {(found) =>
            found.provider ? (
              <Known
                provider={found.provider}
                found={found}
                onEdit={() => open('edit')}
                onChanged={() => void reread()}
              />
            ) : (
              <EmptyState
                title="还没有设置统一登录"
                hint="企业微信、钉钉、飞书，以及支持 OpenID Connect 或 CAS 3.0 的身份系统都可以接入，例如竹云、派拉、Authing、Keycloak。"
              >
                <Button variant="primary" onClick={() => open('edit')}>
                  设置统一登录
                </Button>
              </EmptyState>
            )
          }
        </CardState>
      </section>
      {query.data?.provider && isWorkChat(query.data.provider.protocol) && <WorkChatCard space={space} />}
      <ProvisioningCard space={space} />
      {sheet === 'edit' && query.data && (
        <IdentityProviderSheet
          provider={query.data.provider}
          redirectUri={query.data.redirectUri}
          onDone={() => {
            open(null)
            success('已保存，请到“安全设置”绑定您自己的账号试一试')
            void reread()
          }}
          onClose={() => open(null)}
        />
      )}
    </>
  )
}

type KnownProps = {
  provider: IdentityProvider
  found: Output<Table['getIdentityProvider']>
  onEdit: () => void
  onChanged: () => void
}

function Known({ provider, found, onEdit, onChanged }: KnownProps) {
  const { version, required, providerName } = provider
  const keyOf = useRepeatKey()
  const turning = useMutation({
    mutationFn: (input: { version: number; required: 0 | 1 }) =>
      call('requireIdentityProvider', input, { key: keyOf({ ...input, changed: provider.required }) }),
    onSuccess: (_, input) => success(input.required === 1 ? '成员现在只能通过统一登录进入' : '已不再要求统一登录'),
    onError: showRefusal,
    onSettled: onChanged,
  })
  const dropping = useMutation({
    mutationFn: () => call('dropIdentityProvider', { version }, { key: keyOf({ version }) }),
    onSuccess: () => success('统一登录已停用'),
    onError: showRefusal,
    onSettled: onChanged,
  })
  const turn = async () => {
    if (required === 1) return turning.mutate({ version, required: 0 })
    const text = '成员将只能通过统一登录进入本企业，已登录的成员也须重新进入。'
    const detail = '您是应急管理员：身份系统出现故障时，您仍可用手机号或密钥进入。'
    if (await ask({ title: '只用统一登录', text, detail, confirm: '确定', cancel: '取消' }))
      turning.mutate({ version, required: 1 })
  }
  const drop = async () => {
    const text = `确定要停用“${providerName}”吗？成员的绑定将一并解除，成员改用手机号或密钥登录。`
    if (await ask({ title: '停用统一登录', text, confirm: '停用', cancel: '取消', tone: 'seal' })) dropping.mutate()
  }
  return (
    <>
      <div className="spread provider-head">
        <h2 className="h3">
          {providerName}
          <Tag tone={required === 1 ? 'ochre' : 'green'}>{required === 1 ? '只用统一登录' : '已启用'}</Tag>
        </h2>
        <div className="row provider-acts">
          <Button variant="danger" busy={dropping.isPending} onClick={() => void drop()}>
            停用
          </Button>
          <Button busy={turning.isPending} onClick={() => void turn()}>
            {required === 1 ? '不再要求统一登录' : '只用统一登录'}
          </Button>
          <Button onClick={onEdit}>修改</Button>
        </div>
      </div>
      <Facts className="provider-facts" facts={factsOf(provider, found)} />
    </>
  )
}

const factsOf = (provider: IdentityProvider, { redirectUri, signInUrl }: KnownProps['found']) =>
  [
    ['登录地址', <code key="url">{signInUrl ?? ''}</code>],
    ['企业登录代号', provider.signInCode],
    ['接入方式', providerProtocols[provider.protocol]],
    ...clientFacts(provider),
    ['回调地址', <code key="redirect">{redirectUri}</code>],
    ['已绑定', `${provider.linkNumber} / ${provider.memberNumber} 名成员`],
    ...(provider.rescuerName === null ? [] : [['应急管理员', provider.rescuerName] as const]),
    ['最近修改', `${provider.changeBy}　${formatDate(provider.changeTime, '{y}-{m}-{d} {h}:{i}')}`],
  ] as const

const kept = (hasSecret: 0 | 1) => (hasSecret === 1 ? '已设置，加密保存' : '未设置')

function clientFacts({ protocol, issuer, clientId, hasSecret, agentId }: IdentityProvider) {
  const address = <code key="issuer">{issuer}</code>
  const client = <code key="client">{clientId}</code>
  if (protocol === 'cas') return [['CAS 地址', address]] as const
  if (!isWorkChat(protocol))
    return [
      ['签发者', address],
      ['客户端ID', client],
      ['客户端密钥', kept(hasSecret)],
    ] as const
  return [
    ['接口地址', address],
    [workChats[protocol].client, client],
    ...(agentId === null ? [] : [['AgentId', agentId] as const]),
    [workChats[protocol].secret, kept(hasSecret)],
  ] as const
}
