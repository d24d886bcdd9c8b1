import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Outlet } from '../router/router-view.tsx'
import '../styles/antd.css'
import { antdTheme } from './antd-theme.ts'

dayjs.locale('zh-cn')
const still = matchMedia('(prefers-reduced-motion: reduce)').matches
const theme = { ...antdTheme, token: { ...antdTheme.token, motion: !still } }

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/** Ant Design for the routes below it; login, home and the light pages never load it. */
export function AntdLayout() {
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <Outlet />
    </ConfigProvider>
  )
}
