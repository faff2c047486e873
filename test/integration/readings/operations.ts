import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';

/** Each operation of the node, as the mission runs it. */

export const AYU = '6281234567890';
/** Has never written to a gateway. */
export const STRANGER = '6281234567891';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** What a service must have before it can be asked. */
export interface Scene {
	roomId: string;
	refNo: string;
	/** The text by which a message is found again. */
	text: string;
	to: string;
	seed: number;
}

const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const FILE: Record<number, IBinaryKeyData> = {
	0: { data: { data: PNG, mimeType: 'image/png', fileName: 'menu.png', fileExtension: 'png' } },
};

const gateway = ({ to }: Scene) => ({ gatewayId: 'gateway-1', destination: to });
const channel = byId('11111111-1111-4111-8111-111111111111');
const template = (digit: number) =>
	byId(`${String(digit).repeat(8)}-aaaa-4aaa-8aaa-${String(digit).repeat(12)}`);

const broadcast = ({ to }: Scene, digit: number, ...values: string[]) => ({
	channelId: channel,
	templateId: template(digit),
	destination: to,
	destinationName: 'Ayu',
	parametersMode: 'json',
	parametersJson: JSON.stringify(values),
});
const oneButton = (scene: Scene) => ({
	...gateway(scene),
	message: scene.text,
	buttons: { button: [{ id: 'yes', title: 'Yes' }] },
});

export const READS: Record<string, (scene: Scene) => INodeParameters> = {
	'account.getIdentity': () => ({}),
	'account.getBalance': () => ({}),
	'account.checkSetup': () => ({}),
	'whatsappOfficial.getTemplates': () => ({ returnAll: true }),
	'whatsappOfficial.getChannels': () => ({ returnAll: true }),
	'whatsappUnofficial.getStatus': ({ refNo, seed }) => ({ refNo, simplify: seed % 2 === 0 }),
};

export const SENDS: Record<string, (scene: Scene) => INodeParameters> = {
	'whatsappUnofficial.sendText': ({ to, text }) => ({ destination: to, message: text }),
	'whatsappUnofficial.sendMedia': ({ to, text, seed }) => ({
		destination: to,
		caption: text,
		...(seed % 2 === 0
			? { mediaSource: 'binary', binaryPropertyName: 'data' }
			: { mediaSource: 'url', mediaUrl: 'https://files.example.com/menu.png' }),
	}),
	'whatsappOfficial.broadcast': (scene) => broadcast(scene, 1, scene.text, '42'),
	'whatsappOfficial.reply': ({ roomId, text, seed }) => ({
		roomId,
		message: text,
		...(seed % 2 === 0 && {
			options: { messageType: 'image', fileSource: 'binary', binaryPropertyName: 'data' },
		}),
	}),
	'whatsappBusiness.reply': (scene) => ({
		...gateway(scene),
		message: scene.text.padEnd(scene.seed % 2 === 0 ? 0 : 1500, ' long'),
	}),
	'whatsappBusiness.sendButtons': oneButton,
	'sms.send': ({ to, text }) => ({ destination: to, message: `${text} kode 12345` }),
};

export const QUESTIONS: Record<string, (scene: Scene) => INodeParameters> = {
	'whatsappUnofficial.sendAndWait': ({ to, text }) => ({ destination: to, message: text }),
	'whatsappOfficial.sendAndWait': ({ roomId, text }) => ({ roomId, message: text }),
	'whatsappBusiness.sendAndWait': (scene) => ({
		...gateway(scene),
		message: scene.text,
		answerBy: 'buttons',
	}),
};

/** Messages that the service must refuse, or whose template is not approved. */
export const REFUSED: Record<string, [operation: string, (scene: Scene) => INodeParameters]> = {
	'a reply to a stranger': [
		'whatsappBusiness.reply',
		(scene) => ({ ...gateway({ ...scene, to: STRANGER }), message: scene.text }),
	],
	'buttons to a stranger': [
		'whatsappBusiness.sendButtons',
		(scene) => oneButton({ ...scene, to: STRANGER }),
	],
	'a template that is not approved': [
		'whatsappOfficial.broadcast',
		(scene) => broadcast(scene, 7, scene.text),
	],
	'a second SMS': [
		'sms.send',
		({ to, text }) => ({ destination: to, message: text, options: { otp: true } }),
	],
};
