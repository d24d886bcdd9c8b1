import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Outlet } from 'react-router'
import '../styles/antd.css'
import { antdTheme } from './antd-theme.ts'
import { nonceEveryStyle, styleNonce } from './style-nonce.ts'

dayjs.locale('zh-cn')
nonceEveryStyle()
const still = matchMedia('(prefers-reduced-motion: reduce)').matches
const theme = { ...antdTheme, token: { ...antdTheme.token, motion: !still } }

/** Ant Design for the routes below it; login, home and the light pages never load it. */
export function AntdLayout() {
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      csp={{ nonce: styleNonce }}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <App component={false}>
        <Outlet />
      </App>
    </ConfigProvider>
  )
}
