import { mount } from 'svelte'
import App from './App.svelte'
import { loadMessages } from './core/i18n.svelte'
import { followLinks } from './core/router.svelte'
import { applyTheme, syncSettings } from './core/settings.svelte'
import { watchForUpdates } from './core/update.svelte'
import './style/tokens.css'
import './style/base.css'

applyTheme()
syncSettings()
followLinks()
watchForUpdates()
void loadMessages().then(() => mount(App, { target: document.body }))
