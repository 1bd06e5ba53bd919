import { mount } from 'svelte'
import App from './App.svelte'
import { loadMessages } from './core/i18n.svelte'
import { interceptLinks } from './core/router.svelte'
import { applyTheme, syncSettings } from './core/settings.svelte'
import { watchForUpdates } from './core/appUpdate.svelte'
import './style/tokens.css'
import './style/base.css'

applyTheme()
syncSettings()
interceptLinks()
watchForUpdates()
void loadMessages().then(() => mount(App, { target: document.body }))
