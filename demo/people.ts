import { listed } from './chance.ts'

export const women = {
  given: listed(`Ana Lucía, María José, Ixmucané, Sofía, Andrea, Gabriela, Mónica, Verónica, Jacqueline, Ingrid, Silvia,
    Marisol, Begoña, Claudia, Lourdes, Heidy, Karla Patricia, Nicté, Estefanía, Wendy, Rebeca`),
  titles: listed(`Desarrolladora, Ingeniera en Sistemas, Analista de Datos, Gerente de Tecnología, Diseñadora UX, Catedrática,
    Estudiante, Directora de Innovación, Administradora de Bases de Datos, Consultora, Emprendedora`),
}

export const men = {
  given: listed(`José Luis, Carlos, Juan Pablo, Estuardo, Byron, Óscar, Héctor, Édgar, Kevin, Íñigo, Selvin, Tomás, Marvin,
    Julio César, Andrés, Sebastián, Elmer, Balam, Rubén, Luis Fernando, Joaquín, Wilson`),
  titles: listed(`Desarrollador, Ingeniero en Sistemas, Analista de Datos, Gerente de Tecnología, Diseñador UX, Catedrático,
    Estudiante, Director de Innovación, Administrador de Bases de Datos, Consultor, Emprendedor`),
}

export const surnames =
  listed(`García, López, Hernández, Pérez, Morales, Ramírez, Méndez, Ordóñez, Núñez, Muñoz, Cifuentes, Barrios,
  Xicará, Batz, Ajú, Tzoc, Choc, Caal, Tení, Ixcot, Cojtí, Quiej, Sicán, Toj, Yax, Chávez, Godínez, Monterroso, Arévalo,
  Estrada, Castañeda, Peña, Zúñiga, Argüello, Güitz, de León, del Cid, Samayoa, Aguilar, Véliz, Marroquín, Juárez, Solórzano,
  Sandoval, Recinos, Orellana, Escobar, Valdez, Girón`)

export const companies = listed(`Quetzanube, Pagoxel, Banco Ixmucané, Fibracumbre Telecomunicaciones, Candado Jade Ciberseguridad,
  Cafetrónica, Rutavolcán Logística, Clínica Abierta, Instituto Tecnológico Tierra Alta, Red de Municipios Conectados,
  Estudio Tun, Tizaviva, Ferretería El Buen Tornillo, Textiles Ixkik’ y Nietas, Seguros La Ceiba Mayor, Independiente`)
