import { render } from 'preact';
import { placeOf } from './address';
import { digitsOf } from './number';
import { Phone } from './phone';
import { Start } from './start';

const asked = placeOf(location.search).number ?? '';
// Groups have names instead of numbers: they are shown under the name as it stands.
const number = /[^\d\s+()]/.test(asked) ? asked : digitsOf(asked);
const root = document.getElementById('app');
if (root) render(number === null ? <Start begun={asked} /> : <Phone number={number} />, root);
