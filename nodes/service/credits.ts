import { charactersIn } from '../plain';
import { CHARACTERS_PER_CREDIT } from './limits';

/** What an unofficial text costs, in WhatsApp credits (section Endpoints: whatsapp/message). */
export const creditsForText = (text: string): number =>
	Math.max(1, Math.ceil(charactersIn(text) / CHARACTERS_PER_CREDIT));
