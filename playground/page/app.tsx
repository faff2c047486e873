import { render } from 'preact';
import { digitsOf, placeOf } from './address';
import { CallbackUrlsPage } from './callbackUrls';
import { Phone } from './phone';
import { Start } from './start';

const asked = placeOf(location).number ?? '';
// Groups have names instead of numbers: they are shown under the name as it stands.
const number = /[^\d\s+()]/.test(asked) ? asked : digitsOf(asked);

function page() {
	if (location.pathname === '/callbacks') return <CallbackUrlsPage />;
	return number === null ? <Start begun={asked} /> : <Phone number={number} />;
}

const root = document.getElementById('app');
if (root) render(page(), root);
