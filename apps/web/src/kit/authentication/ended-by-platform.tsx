import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { endCauses } from '@moqi/domain/operators/auth-ending'
import { formatDate } from '@moqi/domain/time/format-date'
import { config, supportHours } from '../../client/config.ts'
import './ended-by-platform.css'

type Ending = NonNullable<Output<typeof realName.getAuthInfo>['ending']>

/** Why the platform has ended an authentication, what that means, and what its holder can do. */
export function EndedByPlatform({ ending }: { ending: Ending }) {
  const { endCause, reason, reference, endTime } = ending
  return (
    <section className="auth-ended" aria-labelledby="auth-ended">
      <h2 id="auth-ended">平台已终止实名认证</h2>
      <p>
        {formatDate(endTime, '{y}-{m}-{d} {h}:{i}')}　{endCauses[endCause]}：{reason}
      </p>
      <p className="muted">文书编号：{reference}</p>
      <ul>
        <li>数字证书和印章已全部注销，不能再发起和签署；已有合同仍可查看和下载。</li>
        <li>重新认证须提交证照，由平台人员核对，通常需要1–2个工作日。</li>
        <li>
          如有异议，请联系客服
          {config.supportPhone && (
            <>
              {' '}
              <a className="link num" href={`tel:${config.supportPhone.replaceAll(/[^+\d]/g, '')}`}>
                {config.supportPhone}
              </a>
              （{supportHours}）
            </>
          )}
          ，告知上面的文书编号。
        </li>
      </ul>
    </section>
  )
}
