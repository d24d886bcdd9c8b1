import type { ProviderLink } from '@moqi/api/identity-provider'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { keepAttempt } from '../../client/kept-attempt.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import './settings-cards.css'

const queryKey = ['provider-links']

/** 企业统一登录: whom the own companies' identity providers let in as this account. Nothing where none has one. */
export function ProviderLinksCard() {
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('listProviderLinks', {}, { signal, quiet: true }),
  })
  if (!data || data.linkArray.length === 0) return null
  return (
    <section className="card settings-card" aria-labelledby="provider-links-title">
      <div className="card-head settings-head">
        <h2 id="provider-links-title" className="h2">
          企业统一登录
        </h2>
      </div>
      <ul aria-labelledby="provider-links-title">
        {data.linkArray.map((link) => (
          <LinkRow key={link.tenantId} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LinkRow({ link: { tenantId, companyName, providerName, required, label, linkTime } }: { link: ProviderLink }) {
  const client = useQueryClient()
  const leaving = useMutation({
    mutationFn: async () => {
      const left = await call('leaveToLink', { tenantId })
      keepAttempt({ browserKey: left.browserKey, purpose: 'link', redirect: '/user/settings' })
      location.assign(left.address)
      return new Promise<never>(() => {})
    },
    onError: showRefusal,
  })
  const ending = useMutation({
    mutationFn: () => call('endProviderLink', { tenantId }),
    onSuccess: () => success('已解除绑定'),
    onError: showRefusal,
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const end = async () => {
    const text = `解除后，公司账号不能再登录您的账号。${required === 1 ? '该公司要求统一登录，您将不能进入该公司的空间。' : ''}`
    if (await ask({ title: '解除绑定', text, confirm: '解除绑定', cancel: '取消', tone: 'seal' })) ending.mutate()
  }
  const facts = label === null ? `${providerName}　未绑定` : `${providerName}　${label}`
  return (
    <li className="device own-key">
      <span className="icon-tile">
        <Building2 size={20} />
      </span>
      <TwoLines name={companyName} company={facts} />
      <span className="device-at">
        {required === 1 ? (
          <Tag tone="ochre">仅可统一登录</Tag>
        ) : (
          <span className="muted">{linkTime === null ? '' : `${formatDate(linkTime, '{y}-{m}-{d}')} 绑定`}</span>
        )}
      </span>
      <span className="device-act row">
        {label === null ? (
          <Button size="s" busy={leaving.isPending} aria-label={`绑定${companyName}`} onClick={() => leaving.mutate()}>
            绑定
          </Button>
        ) : (
          <button type="button" className="link danger" onClick={() => void end()}>
            解除绑定
          </button>
        )}
      </span>
    </li>
  )
}
