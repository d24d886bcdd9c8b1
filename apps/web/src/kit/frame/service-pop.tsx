import { Headphones } from 'lucide-react'
import { config, supportHours } from '../../client/config.ts'
import { HeaderPop } from '../../ui/header-pop.tsx'

/** Whom to call, and when (checklist H6). */
export function ServicePop() {
  return (
    <HeaderPop
      title="客服"
      width={256}
      button={
        <>
          <Headphones size={20} />
          <span className="head-word">客服</span>
        </>
      }
    >
      {() => (
        <div className="pop-service">
          <p>
            <a className="link" href={helpOfPage()} target="_blank" rel="noreferrer">
              查看本页帮助
            </a>
          </p>
          <p className="muted small">客服电话</p>
          {config.supportPhone ? (
            <p className="tel">
              <a href={`tel:${config.supportPhone.replaceAll(/[^+\d]/g, '')}`}>{config.supportPhone}</a>
            </p>
          ) : (
            <p>请联系贵单位的平台管理员</p>
          )}
          <p className="muted">{supportHours}</p>
        </div>
      )}
    </HeaderPop>
  )
}

/** The article of the page that is open; of another site's the whole help. */
const helpOfPage = () => `/home/documentCenter?page=${encodeURIComponent(location.pathname.replace(/^\/home/, ''))}`
