import type { SecurityRules } from '@moqi/api/company-security'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import type { Space } from '../../client/space-store.ts'
import { CardState } from '../../ui/card-state.tsx'
import { AlertsPanel } from './alerts-panel.tsx'
import { NetworksCard } from './networks-card.tsx'
import { PasswordRule } from './password-rule.tsx'
import { SecondStep } from './second-step.tsx'
import { SecurityFrame } from './security-frame.tsx'
import { SessionRule } from './session-rule.tsx'

/** /console/security: what the company asks of whoever enters its space. */
export const SecurityPage = () => <SecurityFrame current="rules">{(space) => <Rules space={space} />}</SecurityFrame>

function Rules({ space }: { space: Space }) {
  const queryKey = ['security-rules', space.tenantId]
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call('getSecurityRules', {}, { signal }) })
  // Whoever changes two rules in a row changes the second as the first has left it.
  const onChanged = (version?: number) => {
    if (version !== undefined)
      queryClient.setQueryData<SecurityRules>(queryKey, (before) => before && { ...before, version })
    void queryClient.invalidateQueries({ queryKey })
  }
  return (
    <div className="sec">
      <div className="sec-column">
        <section className="card" aria-labelledby="sec-entry">
          <h2 className="h2 sec-title" id="sec-entry">
            登录
          </h2>
          <CardState query={query} rows={6}>
            {(rules) => (
              <ul className="sec-rules">
                <SecondStep rules={rules} onChanged={onChanged} />
                <SessionRule rules={rules} onChanged={onChanged} />
                <PasswordRule rules={rules} onChanged={onChanged} />
              </ul>
            )}
          </CardState>
        </section>
        {query.data && <NetworksCard key={networksOf(query.data)} rules={query.data} onChanged={onChanged} />}
      </div>
      <div className="sec-column">
        <AlertsPanel tenantId={space.tenantId} />
        <section className="card sec-aside" aria-labelledby="sec-how">
          <h2 className="h2" id="sec-how">
            规则怎样生效
          </h2>
          <p>
            规则由服务器在每次请求时检查，保存后从成员的下一次操作起生效，只约束本企业空间：成员的个人空间、其他企业和收到的签署链接不受影响。
          </p>
          <p>由企业统一登录进入的成员，第二步与密码由身份系统负责；网络与时长的规则同样约束他们。</p>
          <p>每次修改都记入成员日志。修改前须在30分钟内登录过。</p>
        </section>
      </div>
    </div>
  )
}

/** What is half typed beside networks goes when they change, and when nothing else does. */
const networksOf = ({ network }: SecurityRules) => JSON.stringify(network)
