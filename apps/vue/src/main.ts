import { type App, createApp } from 'vue'
import { Board } from './board.ts'
import './board.css'
import type { Extension } from './extension.ts'

const apps = new WeakMap<HTMLElement, App>()

const extension: Extension = {
  mount(container, host) {
    const app = createApp(Board, { host })
    app.config.errorHandler = host.fail
    app.mount(container)
    apps.set(container, app)
  },
  unmount(container) {
    apps.get(container)?.unmount()
    apps.delete(container)
  },
}

Object.assign(globalThis, { moqiExtension: extension })
